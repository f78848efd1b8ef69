let context: AudioContext | undefined

/** A short high tone for what is right, a long low one for what is not: the eyes stay on the pieces. Silent where there is no sound. */
export function sound(right: boolean): void {
  try {
    context ??= new AudioContext()
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = right ? 1320 : 196
    volume.gain.value = 0.15
    tone.connect(volume).connect(context.destination)
    tone.start()
    tone.stop(context.currentTime + (right ? 0.08 : 0.45))
  } catch {
    // The words on the screen say the same.
  }
}
