/** One bar: how many times the best other design, or the floor, ours takes. */
export interface Bar {
  tree: string;
  what: string;
  ratio: number;
  target: number;
}

const rowHeight = 26;
const left = 340;
const scale = 180;
const widest = 2.5;

/** Bars beside a line at one (as good as the best other); green where the target, a black mark, is met. */
export function chart(bars: readonly Bar[]): string {
  const height = 60 + bars.length * rowHeight;
  const rows = bars.map(({ tree, what, ratio, target }, n) => {
    const y = 40 + n * rowHeight;
    const width = Math.min(ratio, widest) * scale;
    const mark = left + target * scale;
    return [
      `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${tree}: ${what}</text>`,
      `<rect x="${left}" y="${y}" width="${width.toFixed(0)}" height="18" fill="${ratio <= target ? '#2da44e' : '#bf8700'}"/>`,
      `<line x1="${mark}" y1="${y - 2}" x2="${mark}" y2="${y + 20}" stroke="#1f2328" stroke-width="3"/>`,
      `<text x="${left + Math.max(width, target * scale) + 8}" y="${y + 14}">${ratio.toFixed(2)} ×</text>`,
    ].join('\n');
  });
  const one = left + scale;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="${height}" font-family="sans-serif" font-size="13" fill="#1f2328">
<title>Checkpoints: ours as a multiple of the best other design</title>
<rect width="900" height="${height}" fill="#ffffff"/>
<text x="${left}" y="20">as a multiple of the best self-contained design, or of git status; black: target</text>
<line x1="${one}" y1="30" x2="${one}" y2="${height - 14}" stroke="#8c959f" stroke-dasharray="4 4"/>
${rows.join('\n')}
</svg>
`;
}
