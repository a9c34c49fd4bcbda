const OPENS = /^ {0,3}(`{3,}|~{3,})[ \t]*suggestion(?:[: \t].*)?$/i;

/** The code of GitHub’s suggestion blocks: what somebody proposes to stand in place of the lines they comment on. Linear. */
export function suggestionBlocks(text: string): string[] {
  const blocks: string[] = [];
  let open: { fence: string; lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const bare = line.trim();
    if (open === null) {
      const fence = OPENS.exec(line.trimEnd())?.[1];
      if (fence !== undefined) open = { fence, lines: [] };
    } else if (bare.startsWith(open.fence) && /^(?:`+|~+)$/.test(bare)) {
      blocks.push(open.lines.join('\n'));
      open = null;
    } else open.lines.push(line);
  }
  return open === null ? blocks : [...blocks, open.lines.join('\n')];
}
