# Nobody has run this flake yet.
{
  description = "Reduces an input that makes a program fail to the smallest one that still does";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
      ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      manifest = (nixpkgs.lib.importTOML ./Cargo.toml).workspace.package;
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "dwindle";
          inherit (manifest) version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          cargoBuildFlags = [
            "--package"
            "dwindle"
          ];
          # They run compilers and other tools, which a build may not.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            mkdir man
            $out/bin/dwindle man --directory man
            installManPage man/*.1
            for shell in bash zsh fish; do
              $out/bin/dwindle completions $shell >dwindle.$shell
              installShellCompletion --cmd dwindle --$shell dwindle.$shell
            done
          '';
          meta = {
            description = "Reduces an input that makes a program fail to the smallest one that still does";
            homepage = manifest.repository;
            license = with pkgs.lib.licenses; [
              mit
              asl20
            ];
            mainProgram = "dwindle";
            platforms = pkgs.lib.platforms.linux;
          };
        };
      });
    };
}
