/** The world's numbering plans in the browser: the small set. It is heavy, so only panels that load later import it. */
import metadata from 'libphonenumber-js/min/metadata';

export const numbering = metadata;
