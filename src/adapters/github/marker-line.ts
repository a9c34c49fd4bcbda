/** The line that what we post begins with (core/render/marker.ts); null for a body without one. */
export function markerLine(body: string): string | null {
  if (!body.startsWith('<!-- contractor:')) return null;
  const end = body.indexOf('-->');
  return end < 0 ? null : body.slice(0, end + '-->'.length);
}
