/** Schemas that mark the texts for people in answers. */
import * as z from 'zod/mini';

/**
 * A sentence that the server stores in English and translates into the reader's language. Use this very object in
 * schemas: by it, the server finds the sentences in an answer.
 */
export const sentence = z.string();

/** A lead's name, or a sentence if the lead was erased. */
export const leadLabel = z.string();
export const ERASED_LABEL = 'Erased';
