/**
 * Which size of a piece is hers, and what is known of how the piece falls. Only what the data carries: her measures and the
 * chart, the garment's own measures, what returns told and the owner agreed to, what buyers voted, the owner's word for the cut.
 * Pure: it runs in her browser, and her measures stay there. The bounds are written down in docs/sizes.md.
 */

import type { Area } from '../contract.ts'
import { type FitNote, type Measurements, readMeasurements } from '../garment.ts'
import { type SizeChart, sizeChartOf } from '../size-charts.ts'
import { compareSizes } from '../sizes.ts'
import { type BodyCm, bodySizeOf, type Girth, girthOf } from './body-size.ts'
import { sameSizes } from './same-sizes.ts'

/** How buyers found its fit. */
export type FitVotes = { small: number; true: number; large: number }

export type FitPiece = {
  /** It may say that the piece is knitted. */
  name?: string
  category: { name: string; area: Area }
  sizes: string[]
  /** The owner's chart of its category; without one the usual one counts. */
  chart?: SizeChart | undefined
  measurements?: string | null
  fabric?: string | null
  fit?: string | null
  fitNote?: FitNote | null
  votes?: FitVotes | undefined
}

export type FitAdvice = {
  /** One of the piece's sizes; undefined when her measures lie outside of its chart. */
  size?: string
  outside?: 'small' | 'large'
  /** Whether her measures say so; else it is the size that she said is hers. */
  measured: boolean
  /** Another size that may suit her better, as the piece is cut small or large. */
  other?: { size: string; because: 'small' | 'large' }
  /** Sentences, the weightiest first. */
  why: string[]
}

/** Fewer votes, or a smaller part of them, say nothing. */
const leastVotes = 5
const leastVotesShare = 0.5
/** The least share of votes for "true to size" that is worth telling. */
const leastTrueShare = 0.6
/** By how many cm a garment that does not stretch must be wider than the body, as one breathes and sits; a waistband need not. */
const leastEaseCm: Record<Girth, number> = { bust: 2, waist: 0, hips: 2 }
/** Stretchy fabrics: their measurements do not tell whether the piece fits. */
const stretches = /elast|likra|lycra|spandex|streç|stretch|triko|örme|örgü|kaşkorse|ribana/i
/** A width measured flat is about half of the girth; what is neither half nor whole is not known. */
const flatShare = [0.42, 0.68] as const
const wholeShare = [0.85, 1.6] as const

const girthNames: Record<Girth, string> = { bust: 'göğüs', waist: 'bel', hips: 'basen' }

/** Undefined where there is nothing to say. `own`: the sizes that she said are hers at this place. */
export function adviseFit(piece: FitPiece, own: string[], body: BodyCm | undefined): FitAdvice | undefined {
  const sizes = [...new Set(piece.sizes)].sort(compareSizes)
  const chart = piece.chart ?? sizeChartOf(piece.category, sizes)
  const measured = chart && body && bodySizeOf(chart, body)
  if (measured && 'outside' in measured) return outside(measured.outside)
  const names = (size: string) => sameSizes(size, piece.category.area)
  const find = (wanted: string) => sizes.find((size) => names(wanted).includes(size))
  const told = own.map(find).find((one) => one !== undefined)
  const size = measured ? find(measured.size) : told
  // A lonely size leaves nothing to advise.
  if (size === undefined || sizes.length < 2) return undefined
  const why = measured ? [bodyWords(measured.by, measured.size)] : []
  if (measured?.apart) why.push('Ölçüleriniz birbirinden uzak bedenlere düşüyor; en geniş yerinize göre söyledik.')
  if (measured && told && told !== size) why.push(`Kayıtlı bedeniniz ${told}; ölçüleriniz ${size} diyor.`)
  const tight = body && measured ? tooTight(piece, size, body) : undefined
  const lean = leanOf(piece)
  const up = sizes[sizes.indexOf(size) + 1]
  const down = sizes[sizes.indexOf(size) - 1]
  if (tight) why.push(tight)
  why.push(...lean.why)
  // Measurements outweigh the opinions of other buyers.
  const because = tight ? 'small' : lean.because
  const next = because === 'small' ? up : because === 'large' ? down : undefined
  if (!measured && !because && why.length === 0) return undefined
  return {
    ...{ size, measured: measured !== undefined, why },
    ...(because && next ? { other: { size: next, because } } : {}),
  }
}

function outside(where: 'small' | 'large'): FitAdvice {
  const why = [
    `Ölçüleriniz bu ürünün tablosundaki en ${where === 'small' ? 'küçük bedenin altında' : 'büyük bedenin üstünde'}.`,
  ]
  return { outside: where, measured: true, why }
}

/** 'Göğüs 90 cm, bel 72 cm: beden tablosunda M.' */
function bodyWords(by: { girth: Girth; cm: number }[], size: string): string {
  const words = by.map(({ girth, cm }) => `${girthNames[girth]} ${cm} cm`).join(', ')
  return `${words.charAt(0).toLocaleUpperCase('tr')}${words.slice(1)}: beden tablosunda ${size}.`
}

/** A sentence when the garment itself, in this size, is not wide enough for her. */
function tooTight(piece: FitPiece, size: string, body: BodyCm): string | undefined {
  if (!piece.measurements || !piece.fabric || stretches.test(`${piece.name} ${piece.fabric}`)) return undefined
  const garment = readMeasurements(piece.measurements)
  for (const [index, name] of garment.names.entries()) {
    const girth = girthOf(name)
    const cm = girth && body[girth]
    const around = girth && cm ? girthIn(garment, index, size, cm) : undefined
    if (girth && cm && around !== undefined && around < cm + leastEaseCm[girth])
      return `Bu parçanın ${girthNames[girth]} çevresi ${size} bedende ${write(around)} cm; sizinki ${cm} cm.`
  }
  return undefined
}

/** The girth of the garment in a size, where the table says whether it is measured flat or around. */
function girthIn({ rows }: Measurements, column: number, size: string, bodyCm: number): number | undefined {
  const value = rows.find((row) => row.size === size)?.values[column]
  if (!value || !Number.isFinite(value)) return undefined
  const share = value / bodyCm
  if (share >= flatShare[0] && share <= flatShare[1]) return value * 2
  return share >= wholeShare[0] && share <= wholeShare[1] ? value : undefined
}

/** Whether it runs small or large, and who says so; nothing where they contradict each other. */
function leanOf({ fit, fitNote, votes }: FitPiece): { because?: 'small' | 'large'; why: string[] } {
  const why: string[] = []
  const told: ('small' | 'large')[] = []
  if (fitNote) {
    told.push(fitNote === 'SMALL' ? 'small' : 'large')
    why.push(`İade edenler bu ürünü ${fitNote === 'SMALL' ? 'dar' : 'bol'} buldu.`)
  }
  const all = votes ? votes.small + votes.true + votes.large : 0
  if (votes && all >= leastVotes) {
    const side = votes.small > votes.large ? 'small' : 'large'
    if (votes[side] / all >= leastVotesShare && votes.small !== votes.large) {
      told.push(side)
      why.push(`${all} alıcının ${votes[side]} tanesi ${side === 'small' ? 'dar' : 'bol'} buldu.`)
    } else if (votes.true / all >= leastTrueShare)
      why.push(`${all} alıcının ${votes.true} tanesi tam bedenine uygun buldu.`)
  }
  if (new Set(told).size > 1) return { why: [] }
  // The cut is meant so: it says how the piece sits, but another size only where nobody who wore it spoke.
  if (fit === 'dar') why.push('Dar kesim: vücuda yakın oturur.')
  if (fit === 'bol') why.push('Bol kesim: vücuttan uzak durur.')
  const because = told[0] ?? (fit === 'dar' && why.length === 1 ? 'small' : undefined)
  return because ? { because, why } : { why }
}

function write(cm: number): string {
  return String(cm).replace('.', ',')
}

/** 'Sizin ölçülerinizle M; bu kalıp dar, L rahat olur.' */
export function sayFit({ size, outside, measured, other }: FitAdvice): string {
  if (size === undefined)
    return outside === 'small'
      ? 'Ölçüleriniz bu ürünün en küçük bedeninden küçük.'
      : 'Ölçüleriniz bu ürünün en büyük bedeninden büyük.'
  const yours = measured ? `Sizin ölçülerinizle ${size}` : `Sizin bedeniniz ${size}`
  if (!other) return `${yours}.`
  return other.because === 'small'
    ? `${yours}; bu kalıp dar, ${other.size} rahat olur.`
    : `${yours}; bu kalıp bol, ${other.size} daha iyi oturur.`
}
