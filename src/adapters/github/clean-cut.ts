/**
 * The text, or as many of its first characters as fit together with the note, cut at the end of a
 * line where one is near and never inside a surrogate pair.
 * @param limit in UTF-16 units, which is never more generous than GitHub’s own count
 */
export function cleanCut(text: string, limit: number, note: string): string {
  if (text.length <= limit) return text;
  const room = limit - note.length;
  const lineEnd = text.lastIndexOf('\n', room);
  let end = lineEnd > room / 2 ? lineEnd : room;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  return text.slice(0, end) + note;
}
