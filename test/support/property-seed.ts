import { configureGlobal } from 'fast-check';

/*
 * Properties draw the same cases each time, so that a change is judged by what it changed. New cases are drawn with
 * `PROPERTY_SEED=random npm test`, and what that finds is kept as an example beside its property.
 */
const wanted = process.env.PROPERTY_SEED ?? '20261201';
if (wanted !== 'random') configureGlobal({ seed: Number(wanted) });
