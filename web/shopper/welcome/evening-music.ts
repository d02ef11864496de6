/**
 * The welcome's music, made on the phone: no file to download, no one else's copyright. Four calm chords of four seconds under a few bell
 * notes, as a WAV that loops without a gap.
 */

const RATE = 22_050
const LOOP_SECONDS = 16
/** What still sounds when the loop ends is mixed into its beginning. */
const TAIL_SECONDS = 4

/** Frequencies in Hz: D minor 9, B flat major 7, F major 7, C 6/9. */
const chords = [
  [73.42, 146.83, 220, 261.63, 329.63],
  [58.27, 174.61, 220, 293.66, 349.23],
  [87.31, 174.61, 220, 261.63, 329.63],
  [65.41, 164.81, 196, 293.66, 440],
]
/** Bell notes: the second within the loop, and the frequency in Hz. */
const bells = [
  [0.5, 587.33],
  [2.5, 880],
  [4.5, 698.46],
  [6, 587.33],
  [8.5, 880],
  [9.5, 1046.5],
  [12.5, 783.99],
  [14, 659.25],
] as const

let made: Promise<string> | undefined

/** Returns the address of a blob. The loop is made once, off the main thread. */
export function eveningMusic(): Promise<string> {
  made ??= compose().then((sound) => URL.createObjectURL(new Blob([wavOf(sound)], { type: 'audio/wav' })))
  return made
}

async function compose(): Promise<Float32Array> {
  const studio = new OfflineAudioContext(1, RATE * (LOOP_SECONDS + TAIL_SECONDS), RATE)
  const warmth = studio.createBiquadFilter()
  warmth.type = 'lowpass'
  warmth.frequency.value = 1400
  warmth.connect(studio.destination)
  chords.forEach((chord, index) => {
    for (const pitch of chord)
      voice(studio, warmth, { pitch, at: index * 4, rise: 1.4, hold: 2.6, fade: 2.6, loudness: 0.05, shape: 'triangle' })
  })
  for (const [at, pitch] of bells) {
    voice(studio, studio.destination, { pitch, at, rise: 0.01, hold: 0.02, fade: 2.6, loudness: 0.06, shape: 'sine' })
    voice(studio, studio.destination, { pitch: pitch * 2.76, at, rise: 0.01, hold: 0.01, fade: 0.9, loudness: 0.012, shape: 'sine' })
  }
  const all = (await studio.startRendering()).getChannelData(0)
  const loop = all.slice(0, RATE * LOOP_SECONDS)
  all.subarray(RATE * LOOP_SECONDS).forEach((value, index) => {
    loop[index] = (loop[index] ?? 0) + value
  })
  return loop
}

function voice(
  studio: OfflineAudioContext,
  into: AudioNode,
  note: { pitch: number; at: number; rise: number; hold: number; fade: number; loudness: number; shape: OscillatorType },
): void {
  const tone = studio.createOscillator()
  const level = studio.createGain()
  tone.type = note.shape
  tone.frequency.value = note.pitch
  level.gain.setValueAtTime(0, note.at)
  level.gain.linearRampToValueAtTime(note.loudness, note.at + note.rise)
  level.gain.setValueAtTime(note.loudness, note.at + note.rise + note.hold)
  level.gain.setTargetAtTime(0, note.at + note.rise + note.hold, note.fade / 4)
  tone.connect(level).connect(into)
  tone.start(note.at)
  tone.stop(Math.min(note.at + note.rise + note.hold + note.fade * 1.5, LOOP_SECONDS + TAIL_SECONDS))
}

/** 16-bit mono WAV. */
function wavOf(sound: Float32Array): ArrayBuffer {
  const bytes = new ArrayBuffer(44 + sound.length * 2)
  const view = new DataView(bytes)
  const word = (at: number, text: string) => {
    for (let index = 0; index < text.length; index += 1) view.setUint8(at + index, text.charCodeAt(index))
  }
  word(0, 'RIFF')
  view.setUint32(4, 36 + sound.length * 2, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  word(36, 'data')
  view.setUint32(40, sound.length * 2, true)
  sound.forEach((value, index) => {
    view.setInt16(44 + index * 2, Math.round(Math.max(-1, Math.min(1, value)) * 32_767), true)
  })
  return bytes
}
