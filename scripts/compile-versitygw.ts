/** Compiles the S3 server of the tests, unless it is there. */
import { installedVersitygw } from '@strongroom/test-servers/versitygw';

// oxlint-disable-next-line node/no-process-env -- a program of its own
console.log(await installedVersitygw(process.env));
