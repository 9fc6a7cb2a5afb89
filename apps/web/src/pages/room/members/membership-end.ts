export const ENDS_SOONER =
  'The room is archived, so the last day can only be an earlier one. After it the room is gone for them, and their links in it stop.';

export const ENDS = 'Leave it empty for no end. After this day the room is gone for them, and their links in it stop.';
