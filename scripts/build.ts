/**
 * `node scripts/build.ts [directory]` builds the action, into dist/ where action.yml looks for it. dist/ is not kept on
 * the main branch; scripts/release.ts adds it to the release tag.
 */
import { bundleAction } from './bundle-action.ts';

const { files } = await bundleAction(process.argv[2] ?? 'dist');
for (const { name, bytes } of files)
  console.log(`${String(Math.ceil(bytes / 1000)).padStart(6)} kB  ${name}`);
