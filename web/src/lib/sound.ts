// Small sounds made on the spot; each goes with something one can see.

import { prefer, prefs } from "./prefs.svelte";

export type Note = {
  at: number;
  tone: number;
  length: number;
  kind?: OscillatorType;
  loud?: number;
  slide?: number;
};

/** A short knock of wood; times are seconds, tones hertz. */
export const knock = (at: number, tone: number): Note => ({
  at,
  tone,
  length: 0.05,
  kind: "square",
  loud: 0.06,
  slide: 0.6,
});
/** A clear, longer tone. */
export const bell = (at: number, tone: number): Note => ({
  at,
  tone,
  length: 0.22,
  kind: "triangle",
  loud: 0.16,
});

const SOUNDS: Record<string, Note[]> = {
  over: [bell(0, 392), bell(0.16, 294)],
  count: [{ at: 0, tone: 330, length: 0.07, kind: "triangle", loud: 0.09 }],
  crown: [bell(0.3, 523), bell(0.42, 659), bell(0.54, 784), bell(0.68, 1047), bell(0.84, 1319)],
  your_turn: [bell(0, 784), bell(0.1, 988)],
};

const USUAL = 0.7; // the volume at which a note is as loud as it says
let before = USUAL; // how loud it was before it was turned off

/** Turn the sound off, or on again as loud as it was. */
export function toggleSound(): void {
  if (prefs.volume) before = prefs.volume;
  prefer({ volume: prefs.volume ? 0 : before });
}

let context: AudioContext | undefined;

/** Play the sound of something, if there is one and sounds are wanted; `pitch` makes it higher. */
export function playSound(name: string, pitch = 1): void {
  playNotes(SOUNDS[name], pitch);
}

/** Play notes, if there are any and sounds are wanted. */
export function playNotes(notes: Note[] | undefined, pitch = 1): void {
  if (!notes || !prefs.volume || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime + 0.01;
  for (const note of notes) {
    const source = context.createOscillator();
    const volume = context.createGain();
    source.type = note.kind ?? "sine";
    const tone = note.tone * pitch;
    source.frequency.setValueAtTime(tone, now + note.at);
    if (note.slide)
      source.frequency.exponentialRampToValueAtTime(tone * note.slide, now + note.at + note.length);
    volume.gain.setValueAtTime(((note.loud ?? 0.1) * prefs.volume) / USUAL, now + note.at);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + note.at + note.length);
    source.connect(volume).connect(context.destination);
    source.start(now + note.at);
    source.stop(now + note.at + note.length + 0.02);
  }
}
