/**
 * Random inputs are the same on every run, so that tests fail only when the code changes. Long runs (OFFHOOK_FUZZ and
 * others) and OFFHOOK_SEED (a number, or `random`) use other inputs.
 */
import fc from 'fast-check';

const { OFFHOOK_SEED, OFFHOOK_WALKS, OFFHOOK_HISTORIES, OFFHOOK_FUZZ } = process.env;
const isAsked = [OFFHOOK_WALKS, OFFHOOK_HISTORIES, OFFHOOK_FUZZ].some((asked) => asked !== undefined);
const seed = Number(OFFHOOK_SEED ?? 1);
if (OFFHOOK_SEED !== 'random' && (OFFHOOK_SEED !== undefined || !isAsked)) fc.configureGlobal({ seed });
