import drawings from '#app/styles/care.svg?url'
import { Fold } from './fold.tsx'
import type { GarmentDetails } from './garment-details.ts'

/** Fabric and care, fit and measurements; draws nothing without any of them. */
export function Garment({ details: { fabric, care, fit, measurements, modelLine } }: { details: GarmentDetails }) {
  const measured = measurements && measurements.rows.length > 0
  return (
    <>
      {(fabric || care) && (
        <Fold title="Kumaş ve bakım">
          {fabric && <p>{fabric}</p>}
          {care && <Care symbols={care} />}
        </Fold>
      )}
      {(fit || measured || modelLine) && (
        <Fold title="Ölçü ve kalıp">
          {fit && <Fit fit={fit} />}
          {measured && <MeasurementTable measurements={measurements} />}
          {modelLine && <p>{modelLine}</p>}
        </Fold>
      )}
    </>
  )
}

function Care({ symbols }: { symbols: NonNullable<GarmentDetails['care']> }) {
  return (
    <ul className="flex flex-col gap-2">
      {symbols.map(({ key, name }) => (
        <li key={key} className="flex items-center gap-3">
          <svg width={26} height={26} aria-hidden="true" className="shrink-0 text-ink">
            <use href={`${drawings}#${key}`} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

const steps = ['a', 'b', 'c', 'd', 'e']

function Fit({ fit: { name, step } }: { fit: NonNullable<GarmentDetails['fit']> }) {
  return (
    <div>
      <p>
        Kalıp: <span className="text-ink">{name}</span>
      </p>
      <div aria-hidden="true" className="mt-2 grid max-w-80 grid-cols-5 gap-1">
        {steps.map((key, index) => (
          <span key={key} className={`h-1 rounded-full ${index === step ? 'bg-ink' : 'bg-line'}`} />
        ))}
        <span className="col-span-2 text-sm">Dar</span>
        <span className="col-span-3 text-right text-sm">Bol</span>
      </div>
    </div>
  )
}

function MeasurementTable({
  measurements: { names, rows },
}: {
  measurements: NonNullable<GarmentDetails['measurements']>
}) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-right tabular-nums">
        <caption className="pb-2 text-left text-sm">Ürünün kendi ölçüleri, santimetre (cm)</caption>
        <thead>
          <tr className="border-line border-b">
            <th scope="col" className="py-2 pr-3 text-left font-normal">
              Beden
            </th>
            {names.map((name) => (
              <th key={name} scope="col" className="py-2 pl-3 font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="text-ink">
          {rows.map(({ size, values }) => (
            <tr key={size} className="border-line border-b">
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                {size}
              </th>
              {values.map((value, index) => (
                <td key={names[index]} className="py-2 pl-3">
                  {value?.toString().replace('.', ',') ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
