export function packService(name: string): Promise<{ readonly folder: string; readonly tarball: string }>;
