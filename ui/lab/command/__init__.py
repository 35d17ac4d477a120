"""The commands for developers; `ui.command` names them and calls them where this folder is there."""
