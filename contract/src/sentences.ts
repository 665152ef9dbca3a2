/** Schemas that mark user-facing text in API responses. */
import * as z from 'zod/mini';

/**
 * A sentence that the server stores in English and translates into the reader's language. Schemas must use this
 * exact object: the server finds the sentences in a response by object identity.
 */
export const sentence = z.string();

/** A lead's name, or a sentence if the lead was erased. */
export const leadLabel = z.string();
export const ERASED_LABEL = 'Erased';
