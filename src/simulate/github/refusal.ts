/** One entry of the `errors` list of GitHub's "Validation Failed" answer. */
export interface FieldError {
  readonly resource: string;
  readonly code:
    | 'missing'
    | 'missing_field'
    | 'invalid'
    | 'already_exists'
    | 'unprocessable'
    | 'custom';
  readonly field?: string;
  readonly value?: unknown;
  readonly message?: string;
}

/** GitHub says no: a status and the body it sends with it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly errors: readonly (FieldError | string)[] | undefined;
  readonly location: string | undefined;

  constructor(
    status: number,
    message: string,
    more: { errors?: readonly (FieldError | string)[]; location?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = more.errors;
    this.location = more.location;
  }

  /** The JSON body, in the one shape all of GitHub's REST errors have. */
  get body(): Record<string, unknown> {
    return {
      message: this.message,
      ...(this.errors && { errors: this.errors }),
      ...(this.location && { url: this.location }),
      documentation_url: 'https://docs.github.com/rest',
      status: String(this.status),
    };
  }
}

export function notFound(): Refusal {
  return new Refusal(404, 'Not Found');
}

export function forbidden(message: string): Refusal {
  return new Refusal(403, message);
}

/** 422 with a list of fields: the request was understood and its values were not acceptable. */
export function validationFailed(...errors: FieldError[]): Refusal {
  return new Refusal(422, 'Validation Failed', { errors });
}

/** 422 as reviews answer it: the reasons are plain texts. */
export function unprocessable(...reasons: string[]): Refusal {
  return new Refusal(422, 'Unprocessable Entity', { errors: reasons });
}

/** 422 without a list: the request does not fit the operation's schema. */
export function invalidRequest(what: string): Refusal {
  return new Refusal(422, `Invalid request.\n\n${what}`);
}
