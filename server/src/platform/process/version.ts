import serverPackage from '../../../package.json' with { type: 'json' };

/** The release that runs, such as 0.2.0. All packages have the same. */
export const VERSION: string = serverPackage.version;
