import { mount } from "svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { ready } from "./i18n";
import { keepShell } from "./shell/worker.svelte";

void ready().then(() => {
  mount(App, { target: document.getElementById("app")! });
  void keepShell();
});
