import { buildGalleries } from '../bin/build.mjs';

export default async function setup(project) {
  process.env.OFFHOOK_GALLERIES ??= await buildGalleries();
  project.onTestsRerun(async () => {
    await buildGalleries();
  });
}
