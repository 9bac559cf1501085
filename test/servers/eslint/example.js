export const snake_case = 1;
