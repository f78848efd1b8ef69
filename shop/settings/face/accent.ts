import { z } from 'zod'

/** The color of the shop's page, and the accent that comes with it (app/styles/tokens.css). */
const paper = '#fbf8f4'
export const usualAccent = '#a8321c'

/** The contrast ratio that WCAG 2 (1.4.3, AA) requires of text in normal size. */
const least = 4.5

type Rgb = readonly [number, number, number]

export const Accent = z
  .string('Renk gerekli')
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Renk #a8321c biçiminde olmalı')
  .refine(isReadable, {
    error: (issue) => `Bu renk yazıda yeterince okunmuyor; en yakın uygun ton: ${nearestReadable(String(issue.input))}`,
  })

/** The accent, a deeper one under the pointer, and a soft one behind words. */
export function shadesOf(accent: string): { nar: string; deep: string; soft: string } {
  const rgb = parse(accent)
  return { nar: accent, deep: write(scaled(rgb, 0.82)), soft: write(softOf(rgb)) }
}

/** Whether white on it and it on the page, and on its own soft shade, can be read. */
export function isReadable(accent: string): boolean {
  return isReadableRgb(parse(accent))
}

function isReadableRgb(rgb: Rgb): boolean {
  // The soft shade rounded, as the style sheet has it.
  const grounds = [[255, 255, 255], parse(paper), parse(write(softOf(rgb)))] as const
  return grounds.every((ground) => contrast(rgb, ground) >= least)
}

/** The lightest shade of the same hue that can be read; the color itself when it can. */
export function nearestReadable(accent: string): string {
  const rgb = parse(accent)
  let [dark, light] = [0, 1]
  if (isReadableRgb(rgb)) return write(rgb)
  for (let step = 0; step < 12; step++) {
    const middle = (dark + light) / 2
    // The shade rounded, as it will be written.
    if (isReadableRgb(parse(write(scaled(rgb, middle))))) dark = middle
    else light = middle
  }
  return write(scaled(rgb, dark))
}

/** From 1 to 21, as WCAG defines it. */
export function contrastOf(one: string, other: string): number {
  return contrast(parse(one), parse(other))
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(byte: number): number {
  const channel = byte / 255
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

/** An eighth of it on paper. */
function softOf(rgb: Rgb): Rgb {
  const ground = parse(paper)
  return [mix(rgb[0], ground[0]), mix(rgb[1], ground[1]), mix(rgb[2], ground[2])]
}

const mix = (color: number, ground: number) => ground + (color - ground) / 8

const scaled = ([red, green, blue]: Rgb, by: number): Rgb => [red * by, green * by, blue * by]

function parse(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[0-9a-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16))
  return [red, green, blue]
}

function write(rgb: Rgb): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
