/** Tag of answers that show looks by themselves: they change whichever look does. Tags are ids; nothing else has this one. */
export const looksTag = '00000000-0000-7000-8000-00006c6f6f6b'
