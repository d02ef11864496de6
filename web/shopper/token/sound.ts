/** Unlocks the sound, from inside a press. Returns null if it will not be heard. A soft note shows that it works. */
export async function unlockSound(known: AudioContext | null): Promise<AudioContext | null> {
  try {
    const studio = known ?? new AudioContext()
    await studio.resume()
    if (studio.state !== 'running') return null
    note(studio, 880, studio.currentTime, 0.25, 0.12)
    return studio
  } catch {
    return null
  }
}

/** Plays one note of `pitch` Hz, `at` seconds on the clock of the studio. */
export function note(
  studio: AudioContext,
  pitch: number,
  at: number,
  seconds: number,
  loudness: number,
  into: AudioNode = studio.destination,
): void {
  const tone = studio.createOscillator()
  const level = studio.createGain()
  tone.type = 'triangle'
  tone.frequency.value = pitch
  level.gain.setValueAtTime(0, at)
  level.gain.linearRampToValueAtTime(loudness, at + 0.015)
  level.gain.exponentialRampToValueAtTime(0.001, at + seconds)
  tone.connect(level).connect(into)
  tone.start(at)
  tone.stop(at + seconds + 0.05)
}
