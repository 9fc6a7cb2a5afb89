/** Whether tests keep pictures of pages, for those who look at them or draw those of the documents again. */
// oxlint-disable-next-line node/no-process-env -- a choice of who runs the tests
export const KEEPS_PICTURES = process.env.PICTURES !== undefined;
