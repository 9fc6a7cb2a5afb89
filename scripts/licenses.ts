/** Puts the license into each package for a registry, because a registry shows a package by itself. A part of the build. */
import { copyFileSync } from 'node:fs';
import { publishedPackages } from './release/packages.ts';

for (const { folder } of publishedPackages()) copyFileSync('LICENSE', `${folder}/LICENSE`);
