import { mailerPromises, registerMutants } from '../../src/index.ts';
import { mailMutants } from './mail-mutants.ts';

registerMutants('mailer', mailerPromises, mailMutants);
