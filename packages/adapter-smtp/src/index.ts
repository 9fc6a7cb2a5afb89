export * from './smtp-mailer.ts';
export * from './smtp-server.ts';
