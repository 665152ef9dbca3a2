/** Schemas that mark the texts for people in answers. */
import * as z from 'zod/mini';

/**
 * A sentence that the server stores in English and translates into the reader's language. Schemas must use this
 * very object, because the server finds an answer's sentences by its identity.
 */
export const sentence = z.string();

/** A lead's name, or a sentence if the lead was erased. */
export const leadLabel = z.string();
export const ERASED_LABEL = 'Erased';
