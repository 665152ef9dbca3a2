/** Builds the pages for the browser tests of softphone and console before each run. */
import { buildGalleries } from '../bin/build.mjs';

/** @param {import('vitest/node').TestProject} project */
export default async function setup(project) {
  process.env.OFFHOOK_GALLERIES ??= await buildGalleries();
  project.onTestsRerun(async () => {
    await buildGalleries();
  });
}
