/** Context windows in tokens by the longest matching beginning of `provider/name`, a little below what providers name. */
const WINDOWS: Readonly<Record<string, number>> = {
  'anthropic/': 200_000,
  'openai/': 128_000,
  'openai/gpt-4.1': 1_000_000,
  'openai/gpt-5': 272_000,
  'google/': 1_000_000,
};

/** What an unknown model is taken for; one with less says so, and is then compacted for. */
const UNKNOWN = 128_000;

/** The window of a model, as configured or as known. */
export function contextWindowOf(modelId: string, configured: number | null): number {
  if (configured !== null) return configured;
  const [known] = Object.keys(WINDOWS)
    .filter((prefix) => modelId.startsWith(prefix))
    .sort((a, b) => b.length - a.length);
  return known === undefined ? UNKNOWN : (WINDOWS[known] ?? UNKNOWN);
}
