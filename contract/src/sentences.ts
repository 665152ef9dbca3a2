/** Marks of the texts in answers that a person reads. */
import * as z from 'zod/mini';

/**
 * A sentence of the server: it keeps English ones, and answers pages in the reader's language. Schemas contain this very
 * object, by which the server finds the sentences of an answer.
 */
export const sentence = z.string();

/** A lead's name. That of an erased lead is a sentence. */
export const leadLabel = z.string();
export const ERASED_LABEL = 'Erased';
