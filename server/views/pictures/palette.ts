// The colours of the generated pictures. White text has a contrast of at least 4.5 : 1 on every colour. Blending two of
// them never gives a colour lighter than the lighter one, so initials stay readable on all gradients and glows.

export interface Palette {
  from: string;
  to: string;
  glow: string;
}

const palettes: readonly Palette[] = [
  { from: '#b00a1d', to: '#ca358b', glow: '#b25b03' },
  { from: '#ac044f', to: '#b740b1', glow: '#c64946' },
  { from: '#961a91', to: '#914de6', glow: '#c04775' },
  { from: '#7429c3', to: '#5a64ea', glow: '#ab50a5' },
  { from: '#4143c7', to: '#0a72da', glow: '#9659be' },
  { from: '#0252b4', to: '#037bab', glow: '#7065d0' },
  { from: '#055c85', to: '#0b7f89', glow: '#456ed1' },
  { from: '#0a6064', to: '#0d836d', glow: '#077bab' },
  { from: '#076246', to: '#17843f', glow: '#0b8080' },
  { from: '#036518', to: '#5f7c12', glow: '#07835e' },
  { from: '#7a4d06', to: '#bc541a', glow: '#c54d2f' },
  { from: '#943c04', to: '#ce3f3e', glow: '#9c6900' },
  { from: '#5447a8', to: '#ce3f3e', glow: '#ab50a5' },
  { from: '#025e6f', to: '#098356', glow: '#2474cf' },
  { from: '#992572', to: '#7063d6', glow: '#c54850' },
];

export interface Random {
  /** A number from `min` up to, not including, `max`. */
  between(min: number, max: number): number;
  pick<T>(choices: readonly T[]): T;
  palette: Palette;
}

/** A seeded random generator: a picture is drawn on every request and must never change. */
export function randomOf(seed: string): Random {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(seed)) state = Math.imul(state ^ byte, 0x01000193);

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (min: number, max: number) => min + next() * (max - min);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)]!;
  return { between, pick, palette: pick(palettes) };
}
