/** The oldest major version that the tests run on, as `engines` in package.json says. */
const NEEDED = 22;

const { node } = process.versions;
// Imported first, so that an older Node does not fail later at something that it lacks.
if (Number.parseInt(node, 10) < NEEDED)
  throw new Error(`@strongroom/client needs Node ${NEEDED} or newer and runs on ${node}. Install a newer Node.`);
