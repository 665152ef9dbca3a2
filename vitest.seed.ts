/**
 * Random inputs are the same ones on every run: what was green stays green until somebody changes the code. Who asks for
 * more of them, or for others (`OFFHOOK_SEED`: a number, or `random`), gets what nobody has seen yet.
 */
import fc from 'fast-check';

const { OFFHOOK_SEED, OFFHOOK_WALKS, OFFHOOK_HISTORIES, OFFHOOK_FUZZ } = process.env;
const isAsked = [OFFHOOK_WALKS, OFFHOOK_HISTORIES, OFFHOOK_FUZZ].some((asked) => asked !== undefined);
const seed = Number(OFFHOOK_SEED ?? 1);
if (OFFHOOK_SEED !== 'random' && (OFFHOOK_SEED !== undefined || !isAsked)) fc.configureGlobal({ seed });
