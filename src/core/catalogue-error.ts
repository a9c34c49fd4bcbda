import { CATALOGUE, type CatalogueEntry, type ErrorCode } from './catalogue.ts';

/** Where bad input stands: file, 1-based line, field. */
export interface Place {
  file?: string;
  line?: number;
  field?: string;
}

/** An error a person can act on: a code of the catalogue, one sentence, what to do; `cause` is kept. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly code: ErrorCode;
  /** What the person can do about it. */
  readonly remedy: string;
  readonly place: Place | null;
  /** True when only infrastructure failed: the same work may pass later. */
  readonly infrastructure: boolean;

  constructor(code: ErrorCode, detail = '', options: { cause?: unknown; place?: Place } = {}) {
    const entry: CatalogueEntry = CATALOGUE[code];
    const where = options.place ? ` (${showPlace(options.place)})` : '';
    super(`${entry.sentence}${detail ? ` ${detail}` : ''}${where}`, { cause: options.cause });
    this.code = code;
    this.remedy = entry.remedy;
    this.place = options.place ?? null;
    this.infrastructure = entry.infrastructure ?? false;
  }
}

function showPlace(place: Place): string {
  const at = [place.file, place.line].filter((part) => part !== undefined).join(':');
  return [at, place.field].filter((part) => part !== undefined && part !== '').join(', ');
}
