import { mount } from "svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import App from "./App.svelte";
import { keepShell } from "./shell/worker.svelte";

mount(App, { target: document.getElementById("app")! });
keepShell();
