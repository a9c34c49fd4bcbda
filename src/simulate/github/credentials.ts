import { verify } from 'node:crypto';
import type { Actor } from './actor.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

/**
 * Who an `Authorization` header stands for: a token in any of the ways GitHub takes one (also as
 * the password of basic authentication, as git sends it), or an app's JWT.
 * @throws Refusal 401 for a token nobody was given
 */
export function actorFor(world: World, header: string | undefined): Actor {
  if (!header) return { kind: 'anonymous' };
  const token = tokenFrom(header);
  const actor = world.tokens.get(token) ?? appFor(world, token);
  if (!actor) throw new Refusal(401, 'Bad credentials');
  return actor;
}

function tokenFrom(header: string): string {
  const [scheme = '', value = ''] = header.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'basic') return value;
  const [user = '', password = ''] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return password === '' || password === 'x-oauth-basic' ? user : password;
}

/** https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app */
function appFor(world: World, token: string): Actor | undefined {
  const [header, claims, signature] = token.split('.');
  if (!header || !claims || !signature) return undefined;
  let issuer: unknown;
  let expires: unknown;
  try {
    ({ iss: issuer, exp: expires } = JSON.parse(Buffer.from(claims, 'base64url').toString()));
  } catch {
    // Not a JWT after all: an unknown token, which the caller refuses.
    return undefined;
  }
  const app = world.apps.get(Number(issuer));
  if (!app) return undefined;
  if (Number(expires) * 1000 < world.clock().getTime()) {
    throw new Refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (app.publicKey) {
    const signed = Buffer.from(`${header}.${claims}`);
    const bytes = Buffer.from(signature, 'base64url');
    if (!verify('RSA-SHA256', signed, app.publicKey, bytes)) {
      throw new Refusal(401, 'A JSON web token could not be decoded');
    }
  }
  return { kind: 'app', app };
}
