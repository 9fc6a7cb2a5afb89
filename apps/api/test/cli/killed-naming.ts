import type { Surroundings } from './desk.ts';

/** A command that is killed, as by `kill -9`, right before or right after a file gets its name. `which`: 1 for the first. */
export function killedNaming(when: 'before' | 'after', which: number): Pick<Surroundings, 'env'> {
  const source = `
    import fs from 'node:fs';
    const { link, linkSync } = fs;
    let left = ${which};
    const kill = () => { if (--left === 0) process.kill(process.pid, 'SIGKILL'); };
    const [before, after] = ${when === 'before' ? '[kill, () => undefined]' : '[() => undefined, kill]'};
    fs.linkSync = (from, to) => { before(); linkSync(from, to); after(); };
    fs.link = (from, to, done) => { before(); link(from, to, (error) => { after(); done(error); }); };
  `;
  return { env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` } };
}
