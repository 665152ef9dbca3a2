/** Large, so only lazily loaded panels import it. */
import metadata from 'libphonenumber-js/min/metadata';

export const numbering = metadata;
