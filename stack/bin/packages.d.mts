export const PACKAGES: readonly string[];
