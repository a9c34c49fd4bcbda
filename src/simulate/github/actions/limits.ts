import { type FieldError, validationFailed } from '../refusal.ts';

/** GitHub counts characters, not UTF-16 units: an emoji is one. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const maxBody = 65_536;

/** @throws Refusal 422 for a blank text, and for one over 65,536 characters */
export function checkCommentBody(resource: string, body: unknown): asserts body is string {
  const refuse = (message: string) =>
    validationFailed({ resource, code: 'unprocessable', field: 'data', message });
  if (typeof body !== 'string' || body.trim() === '') throw refuse('Body cannot be blank');
  if (characters(body) > maxBody)
    throw refuse(`Body is too long (maximum is ${maxBody} characters)`);
}

/** @throws Refusal 422 for a body that is no text, or over 65,536 characters */
export function checkBody(
  resource: string,
  body: unknown,
): asserts body is string | null | undefined {
  if (body === undefined || body === null) return;
  if (typeof body !== 'string')
    throw validationFailed({ resource, code: 'invalid', field: 'body' });
  if (characters(body) > maxBody) {
    const message = `body is too long (maximum is ${maxBody} characters)`;
    throw validationFailed({ resource, code: 'custom', field: 'body', message });
  }
}

/** @throws Refusal 422 for a blank title, and for one over 256 characters */
export function checkTitle(resource: string, title: unknown): asserts title is string {
  const refuse = (error: Pick<FieldError, 'code' | 'message'>) =>
    validationFailed({ resource, field: 'title', ...error });
  if (typeof title !== 'string') throw refuse({ code: 'missing_field' });
  if (title.trim() === '') throw refuse({ code: 'missing_field' });
  if (characters(title) > 256) {
    throw refuse({ code: 'custom', message: 'title is too long (maximum is 256 characters)' });
  }
}
