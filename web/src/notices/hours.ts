/** Hours of the day, as people write them. */
import { locale } from "../i18n";

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export const hourText = (hour: number) =>
  new Intl.DateTimeFormat(locale(), { hour: "numeric", minute: "2-digit" }).format(new Date(2000, 0, 1, hour));
