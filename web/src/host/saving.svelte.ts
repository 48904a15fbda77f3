/** Saves a part of the settings: the other parts stay as they are on the server. */
import { t } from "../i18n";
import { api, Refusal } from "../net";
import type { HostHouse, HouseSettings } from "../protocol";
import { failure } from "../shell/failure";
import { toast } from "../shell/toast.svelte";

export class Saving {
  busy = $state(false);
  wrong = $state("");

  /** Returns what holds now, or null if the server refuses it. */
  async save(part: HouseSettings): Promise<HostHouse | null> {
    this.busy = true;
    this.wrong = "";
    try {
      const { settings } = await api.host.house(); // somebody else may have changed something
      const found = await api.host.change({ ...settings, ...part });
      toast(t("host.saved"));
      return found;
    } catch (error) {
      const why = error instanceof Refusal && error.reason === "message" ? error.sentence : "";
      this.wrong = why ? t("host.refused", { why }) : failure(error);
      return null;
    } finally {
      this.busy = false;
    }
  }
}
