import { DownloadButton } from '../products/sheets/download.tsx'

/** The list as a file; of a code only its end is known. */
export function ExportCards() {
  return (
    <div className="mt-4 flex max-sm:-ml-2">
      {(['xlsx', 'csv'] as const).map((format) => (
        <DownloadButton
          key={format}
          path={`/admin/exports/gift-cards?format=${format}`}
          name={`hediye-kartlari.${format}`}
          label={`Hediye kartları: ${format === 'csv' ? 'CSV' : 'Excel'} indir`}
        >
          {format === 'csv' ? 'CSV indir' : 'Excel indir'}
        </DownloadButton>
      ))}
    </div>
  )
}
