import { z } from 'zod'
import { listCategoryNames } from '../../catalog/categories.ts'
import type { SizeChart } from '../../catalog/size-charts.ts'
import type { Ctx } from '../../ctx.ts'
import { invalid } from '../../errors.ts'
import { oneLine } from '../../one-line.ts'
import { changeSection, type EditedVersion } from '../section-change.ts'
import { findSetting } from '../settings.ts'
import { lineOf } from './link.ts'

const cell = z
  .string('Ölçü geçersiz')
  .transform((text) => oneLine(text).trim())
  .pipe(
    z
      .string()
      .max(12, 'En çok 12 karakter yazabilirsiniz')
      .regex(/^[\d.,\s–-]*$/, 'Ölçü bir sayı ya da aralık olmalı; örneğin 88 ya da 88–91'),
  )

/** The chart of one category: measures in cm, a row a size. */
const CategoryChart = z
  .object({
    categoryId: z.uuid('Kategori seçin'),
    columns: z
      .array(
        z.object({
          name: lineOf(20, 'Ölçünün adı gerekli'),
          /** How it is taken. */
          tip: z
            .string('Açıklama geçersiz')
            .transform((text) => oneLine(text).trim())
            .pipe(z.string().max(160, 'En çok 160 karakter yazabilirsiniz')),
        }),
        'Ölçüler gerekli',
      )
      .min(1, 'En az bir ölçü ekleyin')
      .max(6, 'En çok 6 ölçü olabilir'),
    rows: z
      .array(
        z.object({ size: lineOf(20, 'Beden gerekli'), values: z.array(cell, 'Ölçüler gerekli') }),
        'Bedenler gerekli',
      )
      .min(1, 'En az bir beden ekleyin')
      .max(24, 'En çok 24 beden olabilir'),
  })
  .superRefine(({ columns, rows }, context) => {
    const twice = (names: string[], message: string, path: (index: number) => (string | number)[]) => {
      for (const [index, name] of names.entries())
        if (names.indexOf(name) !== index) context.addIssue({ code: 'custom', message, path: path(index) })
    }
    twice(
      columns.map(({ name }) => name),
      'Bu ölçü tabloda zaten var',
      (index) => ['columns', index, 'name'],
    )
    twice(
      rows.map(({ size }) => size),
      'Bu beden tabloda zaten var',
      (index) => ['rows', index, 'size'],
    )
    for (const [index, { values }] of rows.entries())
      if (values.length !== columns.length)
        context.addIssue({ code: 'custom', message: 'Her ölçü için bir değer gerekli', path: ['rows', index, 'size'] })
  })
export type CategoryChart = z.infer<typeof CategoryChart>

export const SizeCharts = z.object({
  charts: z
    .array(CategoryChart, 'Tablolar gerekli')
    .max(100, 'En çok 100 tablo olabilir')
    .refine(
      (charts) => new Set(charts.map(({ categoryId }) => categoryId)).size === charts.length,
      'Bir kategorinin iki tablosu olamaz',
    ),
})
export type SizeCharts = z.infer<typeof SizeCharts>

export const sizeChartsKey = 'size-charts'

export async function findSizeCharts(ctx: Ctx): Promise<SizeCharts> {
  return (await findSetting(ctx, sizeChartsKey, SizeCharts)) ?? { charts: [] }
}

/** The owner's chart of a category; undefined where the usual one counts (catalog/size-charts.ts). */
export function ownChartOf(own: SizeCharts | undefined, categoryId: string): SizeChart | undefined {
  const chart = own?.charts.find((one) => one.categoryId === categoryId)
  if (!chart) return undefined
  const { columns, rows } = chart
  const tips = columns.flatMap(({ name, tip }) => (tip ? [{ name, text: tip }] : []))
  return { columns: columns.map(({ name }) => name), rows, tips }
}

export async function saveSizeCharts(ctx: Ctx, given: SizeCharts, edited: EditedVersion = {}): Promise<void> {
  const names = new Map((await listCategoryNames(ctx)).map(({ id, name }) => [id, name]))
  // A category may have been deleted meanwhile: its chart goes with it.
  const charts = given.charts.filter(({ categoryId }) => names.has(categoryId))
  if (charts.length === 0 && given.charts.length > 0)
    throw invalid({ charts: ['Bu kategoriler artık yok; sayfayı yenileyip yeniden deneyin'] })
  await changeSection(ctx, 'sizes', sizeChartsKey, edited, async (ctx) => ({
    value: { charts },
    published: { charts },
    before: factsOf(await findSizeCharts(ctx), names),
    after: factsOf({ charts }, names),
  }))
}

function factsOf({ charts }: SizeCharts, names: Map<string, string>) {
  return Object.fromEntries(
    charts.map(({ categoryId, columns, rows }) => [
      names.get(categoryId) ?? 'Silinmiş kategori',
      [
        ['Beden', ...columns.map(({ name }) => name)].join(' | '),
        ...rows.map(({ size, values }) => [size, ...values].join(' | ')),
      ].join('\n'),
    ]),
  )
}
